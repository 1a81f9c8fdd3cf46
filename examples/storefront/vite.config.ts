import { defineConfig } from 'vite'
import { readSettings } from '../../dev/stack/settings.ts'

const service = process.env['VITE_SERVICE_URL'] ?? readSettings(process.env).baseUrl

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    {
      name: 'service-address',
      transformIndexHtml: (html) => html.replace(/data-service="[^"]*"/, () => `data-service="${service}"`),
    },
  ],
  server: { host: 'localhost', port: 5175, strictPort: true },
  build: { outDir: '../../dist/storefront', emptyOutDir: true, target: 'es2022' },
})
