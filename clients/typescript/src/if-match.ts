/** Headers with which a change fails (409 `version_conflict`) if the resource has changed since you read it. */
export const ifMatch = ({ version }: { readonly version: number }) => ({ 'If-Match': `"v${version}"` }) as const
