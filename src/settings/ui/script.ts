/** All the script there is: buttons that copy. Without it they stay hidden, and the text can be selected. */
export const script = `
const said = document.querySelector('[data-said]')
for (const button of document.querySelectorAll('button[data-copy]')) {
  const source = document.getElementById(button.dataset.copy)
  if (!source || !navigator.clipboard) continue
  const label = button.textContent
  let back
  button.hidden = false
  button.addEventListener('click', async () => {
    let done = true
    try {
      await navigator.clipboard.writeText(source.value ?? source.textContent)
    } catch {
      done = false
      if (source.select) source.select()
      else getSelection().selectAllChildren(source)
    }
    clearTimeout(back)
    button.textContent = done ? 'Copied' : 'Press Ctrl+C'
    button.classList.toggle('done', done)
    if (said) said.textContent = done ? button.dataset.what + ' copied' : 'Copying is not allowed here: the text is selected, press Ctrl+C'
    back = setTimeout(() => {
      button.textContent = label
      button.classList.remove('done')
      if (said) said.textContent = ''
    }, 2500)
  })
}
`
