/** What guides and the reference need besides the stylesheet of the settings pages. */
export const guideStyle = `
.guide { max-inline-size: 46rem; grid-template-columns: minmax(0, 1fr) }
.guide h1, .guide h2 { margin-block-start: .75rem }
.guide table { border-collapse: collapse; inline-size: 100% }
.guide th, .guide td { text-align: start; vertical-align: top; padding: .45rem .6rem; border-block-end: 1px solid var(--line); overflow-wrap: break-word }
.guide .amount { text-align: end; font-variant-numeric: tabular-nums }
.guide pre { background: var(--sunk); border: 1px solid var(--line); border-radius: 10px; padding: .9rem 1rem; overflow: auto; overflow-wrap: normal }
.scroll { overflow-x: auto }
.guide .wide { justify-self: center; inline-size: max-content; min-inline-size: 100%; max-inline-size: min(76rem, 100vw - 2.5rem) }
.wide table { min-inline-size: 60rem }
.wide th:first-child, .wide td:first-child { position: sticky; inset-inline-start: 0; background: var(--paper) }
.guides ul { display: flex; flex-wrap: wrap; gap: .2rem 1rem; padding: 0; list-style: none }
.guides a { display: inline-flex; align-items: center; min-block-size: 44px }
.swagger-ui .info .title small { background: #50565f }
.swagger-ui .info .title small.version-stamp { background: #3d6b00 }
.swagger-ui .info .title small pre { background: none; color: #fff }
.swagger-ui .info a, .swagger-ui .info a:hover, .swagger-ui .link { color: #0b57d0 }
.swagger-ui .btn.authorize { color: #14663f; border-color: #14663f }
.swagger-ui .btn.authorize svg { fill: #14663f }
.swagger-ui .operation-filter-input { background: #fff; color: #3b4151 }
.swagger-ui .operation-filter-input::placeholder { color: #59616b; opacity: 1 }
ul.card { padding-inline-start: 2.75rem }
.reference main { display: block; max-inline-size: none; padding: 0 }
@media (max-width: 40rem) { .swagger-ui .opblock-summary-operation-id { display: none } }
.reference { max-inline-size: 90rem; margin-inline: auto; color-scheme: light; background: #fff; color: #3b4151 }
`
