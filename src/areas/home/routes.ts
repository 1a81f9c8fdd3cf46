import { routes } from '../../platform/http/routes/routes.ts'
import { getHome } from './get-home.ts'
import { searchStore } from './search-store.ts'

export const homeRoutes = routes('/api/home', [{ get: '/', operation: getHome }])

export const searchRoutes = routes('/api/search', [{ get: '/', operation: searchStore }])
