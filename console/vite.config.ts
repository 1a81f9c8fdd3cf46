import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'
import { readSettings } from '../dev/stack/settings.ts'

const { baseUrl, ports } = readSettings(process.env)

/** What the Worker writes into the page. The server of `npm run dev:console` has no one to ask. */
const asTheWorker: Plugin = {
  name: 'as-the-worker',
  apply: 'serve',
  transformIndexHtml: (html) =>
    html
      .replace('__LANGUAGE__', 'en')
      .replace('__DIRECTION__', 'ltr')
      .replace('__NONCE__', '')
      .replace('__SIGNED_IN__', 'yes')
      .replace('__PRELOAD__', ''),
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), asTheWorker],
  // The client's sources, which need no build of their own.
  resolve: { conditions: ['@merchant-commerce/source', ...defaultClientConditions] },
  // On the host of the service, whose cookie is then sent here too.
  server: {
    host: '127.0.0.1',
    port: ports.service + 10,
    strictPort: true,
    open: false,
    proxy: { '^/(?!console(/|$))': baseUrl },
  },
  build: {
    outDir: '../dist/assets/console',
    emptyOutDir: true,
    // The plugin of dev/console/build.ts gives its one file a hash.
    copyPublicDir: false,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What every screen needs is one file, which compresses better than twenty.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', test: /node_modules\/(react|react-dom|scheduler|@tanstack)\// },
            {
              name: 'own',
              test: /console\/src\/(service\/|screens\.ts|words\/words|parts\/(states|heading|use-part|amount|money|time|time-text))|node_modules\/(@mantine\/core\/esm\/(core|components\/(Anchor|Button|Card|DirectionProvider|Group|Loader|Paper|Skeleton|Stack|Text|Title|Transition|UnstyledButton|VisuallyHidden))|@tabler\/icons-react\/dist\/esm\/(create|default)|clsx|get-nonce|tslib)\//,
            },
          ],
        },
      },
    },
  },
})
