/** An assistant that is kept, two that work side by side, and what only the database knows. */
export const SCRIPT = `export default { key: 'k', title: 'K', description: 'd', run: async (wf) => {
  wf.chart.node('a'); const kept = await wf.agents.create('adhoc', { initial: { systemPrompt: 'x' }, tags: ['kept'], ephemeral: true })
  await kept.append('noted'); const first = (await kept.invoke({ message: 'one word' })).status
  const many = await wf.all(['left side', 'right side'].map((message) => async () => (await wf.agents.invoke('adhoc', { initial: { systemPrompt: 'x' }, message })).status))
  wf.log('done'); return { first, many, said: (await kept.transcript()).filter((line) => line.text.includes('noted')).length }
} }
`
export const RESULT = { first: 'completed', many: ['completed', 'completed'], said: 1 }
