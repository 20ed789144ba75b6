/** One run of a tool as the test runner recorded it; what the rules marked ° of 08 §9 are judged on. */
export interface Outcome {
  readonly tool: string
  readonly role: string | null
  readonly args: Readonly<Record<string, unknown>>
  readonly status: 'ok' | 'fail' | 'denied' | 'needs_approval'
  readonly code: string | null
  /** The exact text for the model. */
  readonly content: string
  /** Of a script: its exit code; null when it was killed or is no script. */
  readonly exitCode?: number | null
  readonly cut?: boolean
  /** Whether anything of the project differed afterwards. */
  readonly changed?: boolean
  /** The call sent a value that its role does not see. */
  readonly hiddenValue?: boolean
  /** Stands for the call with all it depends on, where it can be made again of another version. */
  readonly call?: string | undefined
}
