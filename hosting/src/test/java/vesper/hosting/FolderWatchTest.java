package vesper.hosting;

import static vesper.hosting.Server.await;
import static vesper.hosting.Server.write;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class FolderWatchTest {
    private @TempDir Path folder;

    @Test
    void a_listener_that_fails_is_told_of_the_next_change_all_the_same() throws IOException {
        Set<String> told = new ConcurrentSkipListSet<>();
        try (FolderWatch watch = FolderWatch.over(folder, Duration.ofMillis(5))) {
            watch.start((changed, _) -> {
                told.addAll(changed);
                if (changed.contains("error")) throw new NoClassDefFoundError("Gone");
                throw new StackOverflowError();
            });

            for (String name : new String[] {"error", "overflow", "last"}) {
                write(folder, name + "/package.properties", "");
                await(() -> told.contains(name), () -> told);
            }
        }
    }
}
