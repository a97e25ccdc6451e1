package vesper.launcher;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import vesper.hosting.DiskFailure;
import vesper.launcher.server.CannotStartException;
import vesper.launcher.server.VesperServer;
import vesper.launcher.settings.Settings;
import vesper.launcher.settings.WrongSettingException;

/** Implements {@code run} for both of its parsers, {@link RunOptions#ofWellFormed} and {@link RunCommand}. */
final class ServerRun {
    private final CommandContext context;

    ServerRun(CommandContext context) {
        this.context = context;
    }

    ExitCode run(RunOptions options) throws WrongSettingException, CommandFailedException, InterruptedException {
        Settings settings = Settings.load(options.flags(), context.environment(), options.config());
        for (String warning : settings.warnings()) context.err().println("vesper: " + warning);
        if (options.printConfig()) print(options.json() ? SettingsText.json(settings) : SettingsText.table(settings));
        else serve(settings);
        return ExitCode.DONE;
    }

    private void print(String text) {
        context.out().print(text);
        context.out().flush();
    }

    private void serve(Settings settings) throws CommandFailedException, WrongSettingException, InterruptedException {
        try {
            new VesperServer(settings, Version.text(), context.home()).serve(context.stop(), new ProgressLines());
        } catch (CannotStartException e) {
            throw new CommandFailedException(ExitCode.FAILED, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new CommandFailedException(ExitCode.FAILED, "cannot serve: " + DiskFailure.reason(e));
        }
    }

    /** The lines on the standard output. */
    private final class ProgressLines implements VesperServer.Progress {
        @Override
        public void serving(URI address, List<String> missing) {
            printLine(
                    "serving " + address + " in " + JvmAge.millis() + " ms, not ready: " + String.join("; ", missing));
        }

        @Override
        public void ready(URI address) {
            printLine("ready " + address + " in " + JvmAge.millis() + " ms");
        }

        private void printLine(String line) {
            context.out().println(line);
            context.out().flush();
        }
    }
}
