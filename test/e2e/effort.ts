/** Whether this is `npm run test:long`, which opens every page in every way. `npm test` opens some of them in one. */
export const isLong = process.env['TEST_LONG'] !== undefined

const allLooks = [
  { size: 'phone', scheme: 'light' },
  { size: 'phone', scheme: 'dark' },
  { size: 'desktop', scheme: 'light' },
  { size: 'desktop', scheme: 'dark' },
] as const

/** How a page is looked at: in `npm test`, once in each size and once in each scheme. */
export const looks = allLooks.filter(({ size, scheme }) => isLong || (size === 'phone') === (scheme === 'light'))
