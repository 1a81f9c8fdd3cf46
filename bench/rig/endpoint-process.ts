import { startNeonEndpoint } from '../../dev/stack/neon/endpoint.ts'

// A separate process, so that its CPU time is not mixed with that of the load.
const [port, control] = process.argv.slice(2)
await startNeonEndpoint({ port: Number(port), poolSize: 20, control: control === 'control' })
process.send?.('ready')
process.on('disconnect', () => process.exit(0))
