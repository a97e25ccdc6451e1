package vesper.bench.experiments;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import vesper.bench.Progress;

/**
 * Creates server specifications for tests, in a repository with a {@code vesper} that does nothing and without peers to
 * build.
 */
final class TestServerSpecs {
    private TestServerSpecs() {}

    static ServerSpecs create(Path root, boolean quick) throws IOException {
        Path script = root.resolve("vesper");
        if (!Files.exists(script)) {
            Files.writeString(script, "#!/bin/sh\n");
            Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        var err = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        ExperimentOptions options = ExperimentOptions.of(root, Optional.of(root), quick, true);
        return new ServerSpecs(options, "", new Progress(err), root, root);
    }
}
