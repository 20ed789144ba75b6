/** Anthropic's wire format, as bytes of an event stream. */
export function anthropicReply(more: { stop?: string; args?: string; cut?: boolean } = {}): string {
  const events: [string, unknown][] = [
    ['message_start', { type: 'message_start', message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude', content: [], stop_reason: null, stop_sequence: null, usage: { input_tokens: 20, output_tokens: 1, cache_read_input_tokens: 5, cache_creation_input_tokens: 0 } } }],
    ['content_block_start', { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }],
    ['content_block_delta', { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: '读一读' } }],
    ['content_block_stop', { type: 'content_block_stop', index: 0 }],
    ['content_block_start', { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 'toolu_1', name: 'read', input: {} } }],
    ['content_block_delta', { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: (more.args ?? '{"path":"雪.md"}').slice(0, 6) } }],
    ['content_block_delta', { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: (more.args ?? '{"path":"雪.md"}').slice(6) } }],
  ]
  if (more.cut !== true) {
    events.push(['content_block_stop', { type: 'content_block_stop', index: 1 }])
    events.push(['message_delta', { type: 'message_delta', delta: { stop_reason: more.stop ?? 'tool_use', stop_sequence: null }, usage: { output_tokens: 9 } }])
    events.push(['message_stop', { type: 'message_stop' }])
  }
  return events.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join('')
}
