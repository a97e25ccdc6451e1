package vesper.launcher;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.RawSetting;
import vesper.launcher.settings.SettingOrigin;

/** Options of the commands that concern a server: its address and its configuration file. */
final class ServerOptions {
    @Option(names = "--host", paramLabel = "HOST", description = "Name or address to listen on (http.host).")
    private @Nullable String host;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Port to listen on (http.port); run accepts 0 for any free port.")
    private @Nullable String port;

    @Option(names = "--config", paramLabel = "FILE", description = "Config file of the server, with KEY=VALUE lines.")
    private @Nullable Path config;

    /** Returns the settings given as options. */
    List<RawSetting> flags() {
        List<RawSetting> flags = new ArrayList<>();
        if (host != null) flags.add(new RawSetting(Keys.HOST.key(), host, new SettingOrigin.Flag("--host")));
        if (port != null) flags.add(new RawSetting(Keys.PORT.key(), port, new SettingOrigin.Flag("--port")));
        return flags;
    }

    Optional<Path> config() {
        return Optional.ofNullable(config);
    }
}
