import './styles.ts'
import { DirectionProvider, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { createRoot } from 'react-dom/client'
import { router } from './routes.tsx'
import { queries } from './service/queries.ts'
import { partMissing } from './service/signals.ts'
import { theme, variables } from './theme.ts'
import { load, pageLanguage, WordsContext } from './words/words.tsx'

// The policy allows style elements with this nonce only. react-remove-scroll takes it from get-nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.nonce ?? ''
setNonce(nonce)

addEventListener('vite:preloadError', partMissing.raise)

// If nobody is signed in, public/start.js has left already.
const isSignedIn = document.querySelector<HTMLMetaElement>('meta[name="signed-in"]')?.content === 'yes'
const language = pageLanguage()
// The screen and what it asks for are on their way while the words are.
if (isSignedIn) void router.load()
const words = await load[language]()
const place = document.querySelector('#root')
if (place && isSignedIn)
  createRoot(place).render(
    <DirectionProvider initialDirection={language === 'ar' ? 'rtl' : 'ltr'} detectDirection={false}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={variables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <WordsContext value={{ language, words }}>
          <QueryClientProvider client={queries}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </WordsContext>
      </MantineProvider>
    </DirectionProvider>,
  )
