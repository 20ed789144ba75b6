import { homedir } from 'node:os'
import { join } from 'node:path'

const leader = 'leader.default'
const patch = (...lines: string[]) => ({ patch: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') })
const bash = (command: string) => ({ command })
const fetching = (url: string) => ({ url, prompt: 'x' })
const slice = "world.slice.write({ time: 1n, title: 'x', patches: [{ subjectId: 'a', path: '/x', op: 'replace', value: 1, type: 'character' }] })"

/** 05 §9: number, who, modes (N D P), permission (e b), S policy strict, U untrusted; the call; status, code and reason word. */
export const permissionExamples: readonly [number, string, string, string, unknown, string][] = [
  [1, leader, 'N', 'write', { path: 'a1.md', content: 'x' }, 'ok'],
  [2, leader, 'D', 'write', { path: 'a2.md', content: 'x' }, 'needs_approval MODE_DISCUSS'],
  [3, leader, 'P', 'write', { path: '.agent/plan/p3.md', content: 'x' }, 'ok'],
  [4, leader, 'D', 'write', { path: '.agent/plan/p4.md', content: 'x' }, 'needs_approval MODE_DISCUSS'],
  [5, leader, 'P', 'apply_patch', patch('*** Add File: .agent/plan/p5.md', '+x', '*** Add File: a5.md', '+x'), 'needs_approval MODE_PLAN'],
  [6, leader, 'P', 'apply_patch', patch('*** Update File: .agent/plan/move.md', '*** Move to: a6.md'), 'needs_approval MODE_PLAN'],
  [7, leader, 'P', 'write', { path: '.agent/plan/p.txt', content: 'x' }, 'needs_approval MODE_PLAN'],
  [8, leader, 'D', 'edit', { path: 'old.md', edits: [{ oldText: 'absent', newText: 'x' }] }, 'fail EDIT_FAILED'],
  [9, leader, 'D', 'save_story_scene', { action: 'create', nonsense: 1 }, 'fail ARGS_INVALID'],
  [10, leader, 'Db', 'save_story_scene', { action: 'create', title: 'S', threadId: '1' }, 'needs_approval MODE_DISCUSS'],
  [11, leader, 'D', 'execute_world', { code: 'return 1' }, 'ok'],
  [12, leader, 'D', 'execute_world', { code: slice }, 'needs_approval MODE_DISCUSS'],
  [13, leader, 'P', 'execute_sql', { sql: 'SELECT 1' }, 'ok'],
  [14, leader, 'P', 'execute_sql', { sql: "UPDATE StoryThread SET title = 'x' WHERE id = 1" }, 'needs_approval MODE_PLAN'],
  [15, leader, 'D', 'bash', bash('rm gone.md'), 'ok'],
  [16, leader, 'NU', 'bash', bash('ls'), 'denied TOOL_NOT_GRANTED not_mounted'],
  [17, leader, 'NS', 'bash', bash('ls'), 'needs_approval POLICY_STRICT'],
  [18, leader, 'PS', 'write', { path: '.agent/plan/p18.md', content: 'x' }, 'needs_approval POLICY_STRICT'],
  [19, leader, 'Nb', 'switch_mode', { targetMode: 'plan' }, 'needs_approval ALWAYS'],
  [20, leader, 'P', 'switch_mode', { targetMode: 'plan' }, 'fail MODE_SAME'],
  [21, 'main', 'Nb', 'run_workflow', { script: 'return 1' }, 'needs_approval ALWAYS'],
  [22, 'asker', 'N', 'edit', { path: 'edit.md', edits: [{ oldText: '雪', newText: '雨' }] }, 'needs_approval PROFILE_ASK'],
  [23, 'leader.default:child', 'N', 'switch_mode', { targetMode: 'plan' }, 'denied TOOL_NOT_GRANTED role'],
  [24, leader, 'N', 'read', { path: '/etc/hosts' }, 'fail PATH_OUTSIDE'],
  [25, leader, 'N', 'write', { path: '.NBook/x', content: 'x' }, 'fail PATH_PROTECTED'],
  [26, 'main', 'N', 'Write', { file_path: 'a26.md', content: 'x' }, 'needs_approval RISK_HIGH'],
  [27, 'main', 'Ne', 'Write', { file_path: 'a27.md', content: 'x' }, 'ok'],
  [28, 'main', 'Pb', 'Write', { file_path: 'a28.md', content: 'x' }, 'needs_approval MODE_PLAN'],
  [29, 'main', 'NbS', 'Write', { file_path: 'a29.md', content: 'x' }, 'needs_approval POLICY_STRICT'],
  [30, 'main', 'Nb', 'Write', { file_path: '../a.md', content: 'x' }, 'fail PATH_OUTSIDE'],
  [31, 'main', 'Ne', 'Edit', { file_path: 'old.md', old_string: '雪', new_string: '雨' }, 'fail NOT_READ'],
  [32, 'main', 'N', 'Read', { file_path: '/etc/hosts' }, 'ok'],
  [33, 'main', 'N', 'Read', { file_path: join(homedir(), '.ssh/id_rsa') }, 'needs_approval PATH_PRIVATE'],
  [34, 'main', 'N', 'Bash', bash('git status'), 'ok'],
  [35, 'main', 'Pb', 'Bash', bash('git status'), 'ok'],
  [36, 'main', 'N', 'Bash', bash('git status | cat'), 'needs_approval SHELL_META'],
  [37, 'main', 'N', 'Bash', bash("grep 'a;b' f"), 'needs_approval SHELL_META'],
  [38, 'main', 'N', 'Bash', bash('ls a?'), 'needs_approval SHELL_EXPANSION'],
  [39, 'main', 'N', 'Bash', bash("find . -name '*.md'"), 'ok'],
  [40, 'main', 'N', 'Bash', bash('find . -delete'), 'needs_approval SHELL_ARG'],
  [41, 'main', 'N', 'Bash', bash("ls 'a"), 'needs_approval SHELL_QUOTING'],
  [42, 'main', 'N', 'Bash', bash('/bin/ls'), 'needs_approval SHELL_NO_RULE'],
  [43, 'main', 'NU', 'Bash', bash('npm test'), 'needs_approval SHELL_UNTRUSTED'],
  [44, 'main', 'Nb', 'Bash', bash('make x; ls'), 'ok'],
  // Past the gate: the name is asked for, and in tests there is no network.
  [46, 'main', 'N', 'WebFetch', fetching('https://EXAMPLE.com./'), 'fail FETCH_FAILED'],
  [47, 'main', 'N', 'WebFetch', fetching('https://example.com@evil.test/'), 'needs_approval HOST_UNLISTED'],
  [48, 'main', 'N', 'WebFetch', fetching('http://127.0.0.1/'), 'needs_approval HOST_PRIVATE'],
  [49, 'main', 'Nb', 'WebFetch', fetching('http://169.254.169.254/'), 'fail URL_BLOCKED'],
  [50, 'main', 'Nb', 'WebFetch', fetching('ftp://example.com/'), 'fail URL_SCHEME'],
  [51, 'researcher', 'N', 'web_fetch', { url: 'https://a.test/' }, 'fail FETCH_FAILED'],
  [53, 'main', 'Nb', 'run_skill_script', { skill: 'known', relpath: 'x.sh', args: ['a;b'] }, 'denied SKILL_ARGS'],
  [54, 'main', 'N', 'McpCall', { tool: 'mcp__gh__x', arguments: {} }, 'needs_approval RISK_HIGH'],
]
