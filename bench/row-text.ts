/** The n-th entry of a long conversation: the author and the assistant in turn. */
export const rowText = (n: number): string => `第 ${n} 条。${'雪落了一夜，檐下的灯笼只剩半截红纸。'.repeat(n % 2 === 0 ? 1 : 3)}`
