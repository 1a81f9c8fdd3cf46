/** The only script: the copy buttons. Without script they stay hidden, and people select the text instead. */
export const script = `
const announcer = document.querySelector('[data-announcer]')
for (const button of document.querySelectorAll('button[data-copy]')) {
  const source = document.getElementById(button.dataset.copy)
  if (!source || !navigator.clipboard) continue
  const label = button.textContent
  let resetTimer
  button.hidden = false
  button.addEventListener('click', async () => {
    let isCopied = true
    try {
      await navigator.clipboard.writeText(source.value ?? source.textContent)
    } catch {
      isCopied = false
      if (source.select) source.select()
      else getSelection().selectAllChildren(source)
    }
    clearTimeout(resetTimer)
    button.textContent = isCopied ? button.dataset.copied : button.dataset.press
    button.classList.toggle('done', isCopied)
    if (announcer) announcer.textContent = isCopied ? button.dataset.announced : button.dataset.failed
    resetTimer = setTimeout(() => {
      button.textContent = label
      button.classList.remove('done')
      if (announcer) announcer.textContent = ''
    }, 2500)
  })
}
`
