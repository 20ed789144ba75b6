/** Whether keys and clicks there belong to something that is typed into or chosen from. */
export const isField = (target: EventTarget): boolean => target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
