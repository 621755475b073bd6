export function isSupportedNode(version: string): boolean
export function isInstalled(root: string, options: { readonly all: boolean }): boolean
export function ensureInstalled(root: string, options: { readonly all: boolean }): Promise<void>
