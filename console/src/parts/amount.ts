const formats = new Map<number, Intl.NumberFormat>()

/** `1234.5` with three decimals is `1,234.500`. The decimals are the service's, which are not always those of the browser. */
export function amountText(amount: number, decimals: number): string {
  const format =
    formats.get(decimals) ??
    new Intl.NumberFormat('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  formats.set(decimals, format)
  return format.format(amount)
}
