import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { custom, gregorian, randomInstants, roundTrips, simple } from '../../../../test/world/calendars'
import { sampleDir } from '../../project/resources'
import { worldTemplates } from '../templates'
import { parseCalendar } from './parse-calendar'

const samples = ['changan-snow', 'harbour-lights'].map((name): [string, string] => [name, readFileSync(join(sampleDir(name), 'world/calendar.yaml'), 'utf8')])
const templates = worldTemplates().map(({ id, calendar }): [string, string] => [id, calendar])

it.each([['gregorian', gregorian], ['simple', simple], ['custom', custom], ...samples, ...templates])('parse(format(t)) = t for 100,000 random instants, %s', (_name, text) => {
  expect(roundTrips(parseCalendar(text), [...randomInstants(50_000, true, 11n), ...randomInstants(50_000, false, 13n)])).toEqual({ same: 100_000, outside: 0 })
})
