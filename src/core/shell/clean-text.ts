/** CSI, then OSC/DCS/APC/PM/SOS strings up to BEL or ST, then any other two-character escape. */
// oxlint-disable-next-line no-control-regex -- these are the very characters to remove
const escapes = /\u001B\[[0-?]*[ -/]*[@-~]|\u009B[0-?]*[ -/]*[@-~]|\u001B[\]P_^X](?:[^\u0007\u001B]|\u001B(?!\\))*(?:\u0007|\u001B\\)|\u001B[ -/]*[0-~]/g
/** Controls but tab and line feed, and characters that turn or hide text. */
const controls = /(?![\t\n])[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/** What a process printed, as a model and the author may read it (06 §8): invalid UTF-8 is U+FFFD, no escapes, no controls. */
export function cleanText(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  return text.replace(escapes, '').replace(/\r\n?/g, '\n').replace(controls, '')
}
