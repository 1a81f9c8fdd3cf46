import { createRoot } from 'react-dom/client'

const place = document.querySelector('#root')
if (place) createRoot(place).render(<h1>Console</h1>)
