import type { Config } from './config.ts'

/** Where somebody who is invited to a store signs in on our pages; null where the service has none to sign in on. */
export const signInUrl = ({ publicUrl, webSignIn }: Config, storeId: string): string | null =>
  webSignIn && `${publicUrl}/settings/store?store=${storeId}`
