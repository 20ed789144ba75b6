import type { SearchProvider } from '@shared/settings'

/** Providers that have their key, in the author's order; a key's name in the keychain is the kind's unless named otherwise. */
export function readyProviders(providers: readonly SearchProvider[], keys: Record<string, string>): { provider: SearchProvider; key: string }[] {
  return providers.flatMap((provider) => {
    const key = keys[provider.key?.slice('keychain:'.length) ?? provider.kind]
    return key === undefined || key === '' ? [] : [{ provider, key }]
  })
}

export const searchReady = (providers: readonly SearchProvider[], keys: Record<string, string>): boolean => readyProviders(providers, keys).length > 0
