import { defaultClientConditions, defineConfig, type Plugin } from 'vite'
import { readSettings } from '../../dev/stack/settings.ts'

const { baseUrl, issuer } = readSettings(process.env)

// Another deployment of the service: VITE_SERVICE_URL=… VITE_ISSUER=… VITE_CLIENT_ID=… npm run console
process.env['VITE_SERVICE_URL'] ??= baseUrl
process.env['VITE_ISSUER'] ??= issuer
process.env['VITE_CLIENT_ID'] ??= 'merchant-console'

/** The built page may only run its own script, and only talk to the service and the identity provider. */
const contentSecurityPolicy: Plugin = {
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: () => {
    const hosts = ['VITE_SERVICE_URL', 'VITE_ISSUER'].map((name) => new URL(process.env[name] ?? '').origin).join(' ')
    const content = `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: https: ${hosts}; connect-src ${hosts}; base-uri 'none'; form-action 'none'`
    return [{ tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content }, injectTo: 'head-prepend' }]
  },
}

export default defineConfig({
  root: import.meta.dirname,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [contentSecurityPolicy],
  // The client's sources, which need no build of their own.
  resolve: { conditions: ['@merchant-commerce/source', ...defaultClientConditions] },
  // The identity provider knows only this origin.
  server: { host: 'localhost', port: 5173, strictPort: true },
  preview: { host: 'localhost', port: 5173, strictPort: true },
  build: { outDir: '../../dist/console', emptyOutDir: true, target: 'es2022' },
})
