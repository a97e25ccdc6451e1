package vesper.launcher;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.Origin;
import vesper.launcher.settings.Said;

/** Options of the commands that concern a server: its address and its configuration file. */
final class ServerOptions {
    @Option(names = "--host", paramLabel = "HOST", description = "Name or address that it listens on (http.host).")
    private @Nullable String host;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Port that it listens on (http.port); run takes 0 for any free one.")
    private @Nullable String port;

    @Option(names = "--config", paramLabel = "FILE", description = "File with KEY=VALUE lines that it is started with.")
    private @Nullable Path config;

    /** Returns the settings given as options. */
    List<Said> flags() {
        List<Said> flags = new ArrayList<>();
        if (host != null) flags.add(new Said(Keys.HOST.key(), host, new Origin.Flag("--host")));
        if (port != null) flags.add(new Said(Keys.PORT.key(), port, new Origin.Flag("--port")));
        return flags;
    }

    Optional<Path> config() {
        return Optional.ofNullable(config);
    }
}
