/**
 * The {@code vesper} command: its arguments, its output and its exit codes.
 *
 * <p>Data goes to standard output, messages go to standard error. A command that fails reports one line and returns an
 * {@link ExitCode}; only bugs in Vesper print a stack trace.
 *
 * <p>Start at {@link Main}, then {@code Subcommand}; {@code run} starts {@code vesper.launcher.server}.
 */
@NullMarked
package vesper.launcher;

import org.jspecify.annotations.NullMarked;
