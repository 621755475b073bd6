import "server-only"
import { dehydrate, QueryClient } from "@tanstack/react-query"

/**
 * Replaces the dashboard's module: reads nothing on the server, so that the browser requests the
 * first page.
 */
export const readFirstPage = async () => ({
  state: dehydrate(new QueryClient()),
  streamed: [],
})
