// Shared by Node, which publishes the key, and workerd, which signs with it.
export const testIssuer = 'https://identity.test'
export const testAudience = 'https://commerce.test/api'
export const testKeyId = 'merchants-1'
