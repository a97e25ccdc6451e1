package vesper.launcher.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import vesper.codec.Codec;
import vesper.hosting.HostingSettings;
import vesper.hosting.Injectables;
import vesper.hosting.Packages;
import vesper.hosting.Platform;
import vesper.http.Headers;
import vesper.http.Method;
import vesper.http.Request;
import vesper.rest.controllers.Controllers;
import vesper.rest.routing.Router;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PackagesControllerTest {
    @TempDir
    Path folder;

    @Test
    void what_compiles_or_waits_runs_on_the_platform_threads() throws Exception {
        Codec codec = new Codec(false);
        Router router = new Router(codec);
        List<Runnable> elsewhere = new ArrayList<>();
        Platform platform = new Platform(router, codec, Runnable::run, Injectables.none(), Clock.systemUTC());
        try (Packages packages = Packages.open(HostingSettings.of(folder), platform)) {
            Controllers controllers = new Controllers(codec, elsewhere::add);
            router.publish("admin", controllers.routesOf(new PackagesController(packages), "", "vesper"));

            for (String act : List.of("start", "stop", "reload")) router.handle(post("/admin/packages/any/" + act));
        }

        assertThat(elsewhere).hasSize(3);
    }

    private static Request post(String path) {
        return Request.of(Method.POST, path, Headers.of(), new byte[0]);
    }
}
