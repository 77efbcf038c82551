/**
 * The costly test files take turns, so that `deno task test` ends within ten minutes on two cores: a
 * run has the files of one turn, and every file that is not listed here. The commit chooses the
 * turn, so another run of the same commit has the same tests. `deno task test --all` runs every
 * file.
 *
 * Every run tests the tasks that start a server and make an admin, and through HTTP accounts, roles,
 * stored texts and live updates. It has journeys for the first doubt, answers by keyboard, a live
 * reply, replies without a network, and handing in.
 */

/** Each turn costs about the same: 70 s of processor time through HTTP, and 180 s of journeys. */
export const TURNS: readonly (readonly string[])[] = [
  [
    "tests/hostile_texts_test.ts",
    "tests/pages_test.ts",
    "tests/prism_test.ts",
    "tests/faults/full_disk_test.ts",
    "tests/faults/random_two_servers_test.ts",
    "tests/faults/soak_test.ts",
    "tests/e2e/accounts.spec.ts",
    "tests/e2e/bell.spec.ts",
    "tests/e2e/editors.spec.ts",
    "tests/e2e/failures.spec.ts",
    "tests/e2e/people.spec.ts",
    "tests/e2e/slow-replies.spec.ts",
    "tests/e2e/workspace.spec.ts",
  ],
  [
    "tests/judge_test.ts",
    "tests/render_budget_test.ts",
    "tests/weight_test.ts",
    "tests/faults/database_test.ts",
    "tests/e2e/class-map.spec.ts",
    "tests/e2e/cpp.spec.ts",
    "tests/e2e/keyboard-questions.spec.ts",
    "tests/e2e/offline-screens.spec.ts",
    "tests/e2e/phone-and-print.spec.ts",
    "tests/e2e/triage.spec.ts",
  ],
  [
    "tests/permissions_test.ts",
    "tests/wording_test.ts",
    "tests/faults/hard_kill_test.ts",
    "tests/faults/rolling_restart_test.ts",
    "tests/e2e/class-groups.spec.ts",
    "tests/e2e/desk.spec.ts",
    "tests/e2e/keyboard-class.spec.ts",
    "tests/e2e/line-comments.spec.ts",
    "tests/e2e/rich-text.spec.ts",
    "tests/e2e/roles.spec.ts",
    "tests/e2e/slow-dialogs.spec.ts",
  ],
  [
    "tests/cpp_programs_test.ts",
    "tests/cpp_test.ts",
    "tests/demo_test.ts",
    "tests/render_test.ts",
    "tests/faults/cut_clients_test.ts",
    "tests/faults/restore_test.ts",
    "tests/faults/smtp_down_test.ts",
    "tests/e2e/api-docs.spec.ts",
    "tests/e2e/dialogs.spec.ts",
    "tests/e2e/failed-writes.spec.ts",
    "tests/e2e/keyboard-navigation.spec.ts",
    "tests/e2e/mentor-programs.spec.ts",
    "tests/e2e/service-worker.spec.ts",
    "tests/e2e/student-day.spec.ts",
  ],
  [
    "tests/input_schema_test.ts",
    "tests/log_bounds_test.ts",
    "tests/mail_addresses_test.ts",
    "tests/new_feature_test.ts",
    "tests/own_postgres_test.ts",
    "tests/strings_test.ts",
    "tests/e2e/about-form.spec.ts",
    "tests/e2e/announcements-and-messages.spec.ts",
    "tests/e2e/answered-before.spec.ts",
    "tests/e2e/archive.spec.ts",
    "tests/e2e/class-session.spec.ts",
    "tests/e2e/dashboards.spec.ts",
    "tests/e2e/keyboard-accounts.spec.ts",
    "tests/e2e/keyboard-goals.spec.ts",
    "tests/e2e/keyboard-helper.spec.ts",
    "tests/e2e/loading.spec.ts",
    "tests/e2e/older-entries.spec.ts",
    "tests/e2e/polls.spec.ts",
    "tests/e2e/review-triage-random.spec.ts",
    "tests/e2e/rubrics.spec.ts",
    "tests/e2e/slow-claims.spec.ts",
    "tests/e2e/together.spec.ts",
  ],
];

/**
 * Returns the turn that a commit chooses, from 0.
 * @param commit the commit's hash, in hexadecimal digits
 */
export const turnOf = (commit: string): number =>
  Number.parseInt(commit.slice(0, 8), 16) % TURNS.length;

/** @param turn null for all turns */
export const isInTurn = (path: string, turn: number | null): boolean =>
  turn === null || TURNS.every((files, other) => other === turn || !files.includes(path));
