/** How the service calls the variant of a product that has no options. */
const unnamed = 'Default'

/** Such as `Shawl · Red`. The variant of a product without options is called after the product. */
export const variantName = (product: string, variant: string | null): string =>
  variant === null || variant === unnamed ? product : `${product} · ${variant}`
