import { startNeonEndpoint } from '../dev/neon-endpoint.ts'

// A process of its own, so that what it costs neither slows the load nor hides in it.
const [port, control] = process.argv.slice(2)
await startNeonEndpoint({ port: Number(port), poolSize: 20, control: control === 'control' })
process.send?.('ready')
process.on('disconnect', () => process.exit(0))
