import type { Bridge } from '@shared/bridge'

declare global {
  interface Window { readonly wenqu: Bridge }
}
