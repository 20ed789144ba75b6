const deleting = /^(?:rm|rmdir|unlink|shred|truncate|trash|del|erase|rd)$/i
const gitDeleting = /^(?:clean|reset|checkout|restore|rm|stash)$/
const overwriting = /^(?:mv|dd|rsync|wipefs|[sc]?fdisk|parted|mkfs(?:\..+)?|format)$/i
const gitOverwriting = /^(?:switch|branch|tag|push|rebase|gc|prune|reflog|update-ref|filter-branch|worktree|submodule)$/

const bare = (program: string): string => program.replace(/\.exe$/i, '')

/** Whether a command of this program, with this word after it, is there to delete. */
export const deletesFiles = (program: string, second: string): boolean => deleting.test(bare(program)) || (bare(program) === 'git' && gitDeleting.test(second))

/**
 * Whether a rule of these two words, whose tail is free, could let a text be deleted or written over where nothing keeps it. An option
 * before git's own command leaves that command free.
 */
export const mayDestroy = (program: string, second: string): boolean =>
  deletesFiles(program, second) || overwriting.test(bare(program)) || (bare(program) === 'git' && (gitOverwriting.test(second) || second.startsWith('-')))
