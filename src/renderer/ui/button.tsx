import type { ButtonHTMLAttributes, ReactNode } from 'react'

type Kind = 'plain' | 'primary' | 'danger' | 'quiet'
interface Props extends ButtonHTMLAttributes<HTMLButtonElement> { kind?: Kind; size?: 'normal' | 'small'; testId?: string }

/** A text button; its label says the effect. */
export function Button({ kind = 'plain', size = 'normal', testId, className = '', type = 'button', ...rest }: Props) {
  return <button type={type} className={`button ${className}`} data-kind={kind} data-size={size} data-testid={testId} {...rest} />
}

interface IconProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> { label: string; children: ReactNode; testId?: string }

/** An icon alone, with its name for everyone who cannot see it and on hover. */
export function IconButton({ label, testId, className = '', type = 'button', ...rest }: IconProps) {
  return <button type={type} className={`icon-button ${className}`} aria-label={label} title={label} data-testid={testId} {...rest} />
}
