import type { Config } from './config.ts'

/** The page where an invited person signs in and joins the store; null if web sign-in is not configured. */
export const signInUrl = ({ publicUrl, webSignIn }: Config, storeId: string): string | null =>
  webSignIn && `${publicUrl}/settings/store?store=${storeId}`
