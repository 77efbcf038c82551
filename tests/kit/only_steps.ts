/**
 * Preloaded with `deno test --preload`: runs only tests with steps, and of those only the steps
 * whose name contains STEPS. The tests of all calls then test the calls of one feature.
 */
const wanted = Deno.env.get("STEPS") ?? "";
const define = Deno.test;

const only = (t: Deno.TestContext): Deno.TestContext =>
  Object.assign(Object.create(t), {
    step: (name: string, work: (t: Deno.TestContext) => Promise<void> | void) =>
      name.includes(wanted) ? t.step(name, work) : Promise.resolve(true),
  });

Object.assign(Deno, {
  test: (name: string, work: (t: Deno.TestContext) => Promise<void> | void) => {
    // A test without steps does not ask for the context.
    if (work.length > 0) define(name, (t) => work(only(t)));
  },
});
