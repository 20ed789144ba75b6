import type { DndContextProps } from '@dnd-kit/core'

const silent = () => undefined

/** What a dragging list says to a screen reader: how its keys do the same. The pointer's own way needs no words. */
export const dragTexts = (howByKeys: string): NonNullable<DndContextProps['accessibility']> =>
  ({ screenReaderInstructions: { draggable: howByKeys }, announcements: { onDragStart: silent, onDragOver: silent, onDragEnd: silent, onDragCancel: silent } })
