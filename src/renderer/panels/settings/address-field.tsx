import { useEffect, useRef } from 'react'

interface Props { id: string; value: string; /** What counts while the field is empty. */ usual: string; label?: string; testId: string; /** Gives whether it was taken. */ onChange: (value: string) => Promise<boolean> }

/** An address of the web, taken when the field is left; what is refused does not stay in it, and what is being typed is not overwritten. */
export function AddressField({ id, value, usual, label, testId, onChange }: Props) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = value
  }, [value])
  const leave = async (left: HTMLInputElement) => {
    const typed = left.value.trim()
    if (typed !== value && !(await onChange(typed))) left.value = value
  }
  return <input ref={field} id={id} className="input" type="url" data-testid={testId} data-user-content aria-label={label} placeholder={usual} spellCheck={false} defaultValue={value} onBlur={(event) => void leave(event.target)} />
}
