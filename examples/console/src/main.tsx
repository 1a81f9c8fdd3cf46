import { render } from 'preact'
import { App } from './app.tsx'
import { applyLanguage, onLanguageChange } from './language/language.ts'
import { finishSignIn } from './session.ts'
import './style/base.css'
import './style/parts.css'
import './style/screens.css'

const root = document.querySelector('#app')
const failed = await finishSignIn().then(
  () => false,
  (error: unknown) => {
    console.warn(error)
    return true
  },
)

function show() {
  const language = applyLanguage()
  if (root) render(<App key={language} signInFailed={failed} />, root)
}

onLanguageChange(show)
show()
