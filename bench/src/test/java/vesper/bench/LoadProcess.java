package vesper.bench;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/** A load run that tests start as a separate process: two minutes against the URL that is its argument. */
public final class LoadProcess {
    private LoadProcess() {}

    public static void main(String[] args) {
        LoadOptions options = LoadOptions.defaults(args[0])
                .with(LoadOptions.Sockets.of(2))
                .with(new LoadOptions.Limit(OptionalLong.empty(), Optional.of(Duration.ofMinutes(2))));
        System.exit(LoadRun.run(options, System.out, System.err));
    }
}
