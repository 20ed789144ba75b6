/** o200k tokens of a compact `{name, description, inputSchema}` (08 §11). The tables are loaded when first needed. */
export async function countTokens(definition: { name: string; description: string; inputSchema: unknown }): Promise<number> {
  const { encode } = await import('gpt-tokenizer/encoding/o200k_base')
  return encode(JSON.stringify(definition)).length
}
