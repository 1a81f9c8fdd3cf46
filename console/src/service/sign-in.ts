/** Signs in and comes back to this page. `again` asks for credentials even if signed in. */
export const signInPath = ({ again = false } = {}): string =>
  `/settings/sign-in?${new URLSearchParams({ ...(again && { again: '1' }), return_to: location.pathname + location.search }).toString()}`
