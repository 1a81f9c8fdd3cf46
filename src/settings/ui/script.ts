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
    button.textContent = isCopied ? 'Copied' : 'Press Ctrl+C'
    button.classList.toggle('done', isCopied)
    if (announcer) announcer.textContent = isCopied ? button.dataset.noun + ' copied' : 'The browser did not allow copying. The text is selected: press Ctrl+C'
    resetTimer = setTimeout(() => {
      button.textContent = label
      button.classList.remove('done')
      if (announcer) announcer.textContent = ''
    }, 2500)
  })
}
`
