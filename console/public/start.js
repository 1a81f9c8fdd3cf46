// Leads to the sign-in if nobody is signed in, else sets the colour scheme before the first paint. A file of its own, because
// the policy allows no inline script.
;(() => {
  if (document.querySelector('meta[name="signed-in"]').content === 'no') {
    const returnTo = encodeURIComponent(location.pathname + location.search)
    location.replace(`/settings/sign-in?return_to=${returnTo}`)
    return
  }
  let chosen = null
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value')
  } catch {
    // Without storage, the system decides.
  }
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
})()
