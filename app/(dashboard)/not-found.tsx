import { NotFoundState } from "@/components/frame/not-found-state"

export default function DashboardNotFound() {
  return <NotFoundState />
}
