import { expect, it } from 'vitest'
import { plainCalendar, specWorld } from './world-fixture'

it('every visible slice in order of time, with its number of patches', () => {
  const f = specWorld()
  f.w(150, { path: '/hp', op: 'increment', value: 1 })
  f.save({ do: 'hide', sliceId: '2' })
  expect(f.world.timeline()).toEqual(f.world.slices({ limit: 200 }).items)
  expect(f.world.timeline().map(({ time, patchCount }) => `${time} ${patchCount}`)).toEqual(['T100 6', 'T150 1', 'T300 1'])
})

it('times follow the calendar, also one that is taken away or cannot print an instant', () => {
  const f = specWorld()
  const times = () => f.world.timeline().map(({ time }) => time)
  expect(times()).toEqual(['T100', 'T200', 'T300'])
  f.files.calendar = { ...plainCalendar, hash: 'other', format: (instant) => `D${instant}` }
  expect(times()).toEqual(['D100', 'D200', 'D300'])
  f.files.calendar = null
  expect(times()).toEqual(['100', '200', '300'])
  f.files.calendar = plainCalendar
  expect(times()).toEqual(['T100', 'T200', 'T300'])
})
