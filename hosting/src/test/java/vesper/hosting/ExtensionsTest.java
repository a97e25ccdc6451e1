package vesper.hosting;

import static org.assertj.core.api.Assertions.assertThat;
import static vesper.hosting.Server.write;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import vesper.http.Response;
import vesper.rest.triggers.RunningTrigger;
import vesper.rest.triggers.TriggerState;
import vesper.rest.triggers.TriggerStatus;
import vesper.testing.Eventually;

/** Extensions of the server that packages bring, for themselves and for packages that depend on them. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ExtensionsTest {
    private static final String TENANT = """
            package toolbox
            import java.lang.annotation.*
            @Retention(RetentionPolicy.RUNTIME) @Target(ElementType.PARAMETER)
            @interface Tenant { }
            """;

    private static final String TENANTS = """
            package toolbox
            import java.lang.reflect.Parameter
            import vesper.rest.binding.*
            import vesper.rest.operations.Input
            class Tenants implements ArgumentSource {
                Optional<Argument> of(Parameter parameter, BindingSite site) {
                    if (!parameter.isAnnotationPresent(Tenant)) return Optional.empty()
                    if (parameter.type != String)
                        throw new IllegalArgumentException("@Tenant is a String, and $parameter.name is a $parameter.type.simpleName")
                    Optional.of(new TenantArgument(parameter: parameter))
                }
            }
            class TenantArgument implements Argument {
                Parameter parameter
                Object of(Call call) {
                    call.request().headers().first('X-Tenant').orElseGet { call.bad('header/X-Tenant', 'is missing') }
                }
                Optional<Input> input() {
                    Optional.of(new Input(Input.From.HEADER, 'X-Tenant', String, true, null, parameter))
                }
            }
            """;

    private @TempDir Path folder;

    private Server server() throws IOException {
        return Server.over(HostingSettings.of(folder).unwatched());
    }

    private void toolbox() throws IOException {
        write(folder, "toolbox/code/toolbox/Tenant.groovy", TENANT);
        write(folder, "toolbox/code/toolbox/Tenants.groovy", TENANTS);
    }

    private void controller(String packageName, String parameter) throws IOException {
        write(folder, packageName + "/package.properties", "depends-on=toolbox\n");
        write(folder, packageName + "/code/Api.groovy", """
                import org.springframework.web.bind.annotation.*
                import toolbox.Tenant
                @RestController class Api {
                    @GetMapping('%s') Map<String, String> say(@Tenant %s tenant) { [said: tenant as String] }
                }
                """.formatted(packageName, parameter));
    }

    @Test
    void an_annotation_of_a_package_fills_parameters_of_dependents() throws Exception {
        toolbox();
        controller("shop", "String");

        try (Server server = server()) {
            Response response = server.get("/api/shop", "X-Tenant", "acme", "Accept", "application/json");
            assertThat(Server.text(response)).contains("\"acme\"");
            Response missing = server.get("/api/shop", "Accept", "application/json");
            assertThat(missing.status()).isEqualTo(400);
            assertThat(Server.text(missing)).contains("header/X-Tenant", "is missing");
            assertThat(server.openApi()).contains("\"name\" : \"X-Tenant\"");
        }
    }

    @Test
    void a_parameter_that_the_source_refuses_fails_the_package_by_name() throws IOException {
        toolbox();
        controller("shop", "int");

        try (Server server = server()) {
            assertThat(server.snapshot("shop").failure())
                    .hasValueSatisfying(why -> assertThat(why)
                            .contains("Api.say (shop/code/Api.groovy): @Tenant is a String, and tenant is a int"));
        }
    }

    @Test
    void a_kind_of_class_of_a_package_starts_classes_of_dependents_and_stops_with_them() throws IOException {
        write(folder, "toolbox/code/toolbox/Topic.groovy", """
                package toolbox
                import java.lang.annotation.*
                @Retention(RetentionPolicy.RUNTIME) @interface Topic { String value() }
                """);
        write(folder, "toolbox/code/toolbox/Topics.groovy", """
                package toolbox
                import org.springframework.stereotype.Component
                import vesper.hosting.kinds.*
                import vesper.http.*
                import vesper.rest.routing.Route
                @Component
                class Topics implements ServiceKind {
                    String name() { 'topic' }
                    boolean isOn(Class<?> type) { type.isAnnotationPresent(Topic) }
                    void start(Made made, Parts parts) {
                        def name = made.type().getAnnotation(Topic).value()
                        if (name.empty) throw new IllegalArgumentException("$made.origin: a topic has a name")
                        Handler handler = { Request request -> Response.of(200).header('X-Topic', made.object().text()) }
                        parts.addRoutes([new Route(Method.GET, parts.pathPrefix() + '/topics/' + name, [], [], handler, made.origin())])
                        parts.addActivity(new Parts.Activity() {
                            void start() { System.setProperty('topic.' + name, 'started') }
                            void stop() { System.setProperty('topic.' + name, 'stopped') }
                        })
                    }
                }
                """);
        write(folder, "shop/package.properties", "depends-on=toolbox\n");
        String news = """
                @toolbox.Topic('news') class News { String text() { 'fresh' } }
                """;
        write(folder, "shop/code/News.groovy", news);

        try (Server server = server()) {
            assertThat(server.get("/api/topics/news").headers("X-Topic")).isEqualTo(List.of("fresh"));
            assertThat(System.getProperty("topic.news")).isEqualTo("started");
            server.packages.stop("shop");
            assertThat(System.getProperty("topic.news")).isEqualTo("stopped");
            assertThat(server.get("/api/topics/news").status()).isEqualTo(404);

            write(folder, "shop/code/News.groovy", news.replace("'news'", "''"));
            server.packages.reload("shop");
            server.packages.start("shop");
            assertThat(server.snapshot("shop").failure()).hasValue("shop/code/News.groovy: a topic has a name");
        } finally {
            System.clearProperty("topic.news");
        }
    }

    @Test
    void a_trigger_of_a_package_works_while_its_package_serves_and_operators_may_pause_it() throws IOException {
        write(folder, "shop/code/Ticks.groovy", """
                import java.util.concurrent.*
                import vesper.rest.triggers.*
                class Ticks implements Trigger {
                    static final List TOLD = System.properties['ticks'] as List
                    private ScheduledExecutorService timer
                    String kind() { 'tick' }
                    String name() { 'shop' }
                    void start(Invoker invoker) {
                        timer = Executors.newSingleThreadScheduledExecutor()
                        Runnable tick = { invoker.invoke('/ticks/shop') { TOLD << 'VERSION' } }
                        timer.scheduleAtFixedRate(tick, 1, 1, TimeUnit.MILLISECONDS)
                    }
                    void stop() { timer.shutdownNow(); timer.awaitTermination(10, TimeUnit.SECONDS) }
                }
                """.replace("VERSION", "one"));
        List<String> told = new CopyOnWriteArrayList<>();
        System.getProperties().put("ticks", told);

        try (Server server = server()) {
            Eventually.until("it ticks", () -> told.size() > 3);
            RunningTrigger first = server.triggers.find("tick:shop").orElseThrow();
            assertThat(first.status().packageName()).isEqualTo("shop");
            assertThat(first.status().state()).isEqualTo(TriggerState.STARTED);
            assertThat(first.status().invocations()).isPositive();

            first.pause();
            int paused = told.size();
            assertThat(first.status().state()).isEqualTo(TriggerState.PAUSED);
            first.start();
            Eventually.until("it ticks again", () -> told.size() > paused);

            String source = Files.readString(folder.resolve("shop/code/Ticks.groovy"));
            write(folder, "shop/code/Ticks.groovy", source.replace("'one'", "'two'"));
            server.packages.reload("shop");
            assertThat(first.status().state()).isEqualTo(TriggerState.STOPPED);
            told.clear();
            Eventually.until("the new version ticks", () -> told.size() > 3);
            assertThat(told).containsOnly("two");

            server.packages.stop("shop");
            assertThat(server.triggers.list()).isEmpty();
        } finally {
            System.getProperties().remove("ticks");
        }
    }

    @Test
    void a_trigger_whose_name_another_package_has_fails_its_package() throws IOException {
        for (String name : List.of("one", "two")) {
            write(folder, name + "/code/Ticks.groovy", """
                    import vesper.rest.triggers.*
                    class Ticks implements Trigger {
                        String kind() { 'tick' }
                        String name() { 'same' }
                        void start(Invoker invoker) { }
                        void stop() { }
                    }
                    """);
        }

        try (Server server = server()) {
            assertThat(List.of(server.state("one"), server.state("two")))
                    .containsExactlyInAnyOrder(PackageState.STARTED, PackageState.START_FAILED);
            assertThat(server.packages.snapshots())
                    .anySatisfy(one ->
                            assertThat(one.failure().orElse("")).contains("the trigger tick:same belongs to package "));
        }
    }

    private void trigger(String members) throws IOException {
        write(folder, "shop/code/Ticks.groovy", """
                import vesper.rest.triggers.*
                class Ticks implements Trigger {
                    String kind() { 'tick' }
                    String name() { 'shop' }
                    %s
                }
                """.formatted(members));
    }

    @Test
    void a_trigger_that_hangs_delays_its_package_by_the_hook_time_only() throws IOException {
        trigger("""
                void start(Invoker invoker) { while (true) try { Thread.sleep(60_000) } catch (InterruptedException e) { } }
                void stop() { }
                """);
        write(folder, "other/code/Saying.groovy", Server.serviceReturning("other", "there"));
        HostingSettings settings = HostingSettings.of(folder).unwatched().withHookTime(Duration.ofMillis(200));

        try (Server server = Server.over(settings)) {
            assertThat(server.wordFrom("/api/other")).isEqualTo("there");
            assertThat(server.state("shop")).isEqualTo(PackageState.STARTED);
            server.packages.stop("shop");
            assertThat(server.state("shop")).isEqualTo(PackageState.LOADED);
        }
    }

    @Test
    void a_trigger_that_throws_anything_is_in_error_and_its_package_serves() throws IOException {
        trigger("""
                void start(Invoker invoker) { assert false : 'no queue' }
                void stop() { }
                """);
        write(folder, "shop/code/Saying.groovy", Server.serviceReturning("shop", "there"));

        try (Server server = server()) {
            assertThat(server.wordFrom("/api/shop")).isEqualTo("there");
            TriggerStatus status =
                    server.triggers.find("tick:shop").orElseThrow().status();
            assertThat(status.state()).isEqualTo(TriggerState.ERROR);
            assertThat(status.lastError())
                    .hasValueSatisfying(error -> assertThat(error).contains("no queue"));
        }
    }

    @Test
    void kind_and_name_of_a_trigger_are_read_once() throws IOException {
        trigger("""
                void start(Invoker invoker) { }
                void stop() { }
                """);
        String source = Files.readString(folder.resolve("shop/code/Ticks.groovy"))
                .replace("String name() { 'shop' }", "int n; String name() { 'shop' + (n++ == 0 ? '' : n) }");
        write(folder, "shop/code/Ticks.groovy", source);

        try (Server server = server()) {
            assertThat(server.triggers.list()).hasSize(1);
            assertThat(server.triggers.find("tick:shop")).isPresent();
            server.packages.stop("shop");
            assertThat(server.triggers.list()).isEmpty();
        }
    }

    @Test
    void a_renamed_package_keeps_its_trigger() throws IOException {
        trigger("""
                void start(Invoker invoker) { }
                void stop() { }
                """);

        try (Server server = server()) {
            write(folder, "shop/package.properties", "name=store\n");
            server.packages.reload("shop");
            assertThat(server.state("store")).isEqualTo(PackageState.STARTED);
            assertThat(server.triggers.list()).singleElement().satisfies(trigger -> {
                assertThat(trigger.packageName()).isEqualTo("store");
                assertThat(trigger.state()).isEqualTo(TriggerState.STARTED);
            });
        }
    }

    @Test
    void a_trigger_in_state_ERROR_is_a_warning_of_its_package() throws IOException {
        trigger("""
                void start(Invoker invoker) { throw new IllegalStateException('no queue') }
                void stop() { }
                """);

        try (Server server = server()) {
            assertThat(server.state("shop")).isEqualTo(PackageState.STARTED);
            assertThat(server.snapshot("shop").warning())
                    .contains("trigger tick:shop, which is in state ERROR: no queue");
            assertThat(server.packages.snapshots())
                    .extracting(PackageSnapshot::warning)
                    .contains(java.util.Optional.of("trigger tick:shop, which is in state ERROR: no queue"));
        }
    }

    @Test
    void a_renamed_package_keeps_its_collections(@TempDir Path documents) throws IOException {
        write(folder, "shop/package.properties", "documents.notes=memory\n");

        try (Server server = Server.withDocuments(HostingSettings.of(folder).unwatched(), documents)) {
            write(folder, "shop/package.properties", "name=store\ndocuments.notes=memory\n");
            server.packages.reload("shop");
            assertThat(server.snapshot("store").failure()).isEmpty();
            assertThat(server.snapshot("store").state()).isEqualTo(PackageState.STARTED);
            assertThat(server.get("/api/notes").status()).isEqualTo(200);
            write(folder, "other/package.properties", "documents.notes=memory\n");
            server.packages.refresh(java.util.Set.of("other"), true);
            assertThat(server.snapshot("other").failure().orElseThrow()).contains("belongs to package store");
        }
    }

    @Test
    void a_source_of_arguments_that_hangs_is_bounded_for_collections_too(@TempDir Path documents) throws IOException {
        write(folder, "toolbox/code/toolbox/Tenants.groovy", """
                package toolbox
                import java.lang.reflect.Parameter
                import vesper.rest.binding.*
                class Tenants implements ArgumentSource {
                    Optional<Argument> of(Parameter parameter, BindingSite site) {
                        while (true) try { Thread.sleep(60_000) } catch (InterruptedException e) { }
                    }
                }
                """);
        write(folder, "shop/package.properties", "depends-on=toolbox\ndocuments.notes=memory\n");
        HostingSettings settings =
                HostingSettings.of(folder).unwatched().withHookTime(java.time.Duration.ofMillis(300));

        try (Server server = Server.withDocuments(settings, documents)) {
            assertThat(server.state("shop")).isEqualTo(PackageState.START_FAILED);
            assertThat(server.snapshot("shop").failure().orElseThrow()).contains("packages.hook-time");
        }
    }

    @Test
    void routes_of_a_kind_below_a_path_of_the_server_fail_the_package_by_name() throws IOException {
        write(folder, "shop/code/Kind.groovy", """
                import vesper.hosting.kinds.*
                import vesper.http.*
                import vesper.rest.routing.Route
                class Kind implements ServiceKind {
                    String name() { 'kind' }
                    boolean isOn(Class<?> type) { type.simpleName == 'Thing' }
                    void start(Made made, Parts parts) {
                        Handler handler = { Request request -> Response.of(200) }
                        parts.addRoutes([new Route(Method.GET, '//admin/things', [], [], handler, made.origin())])
                    }
                }
                """);
        write(folder, "shop/code/Thing.groovy", "class Thing { }");

        try (Server server = server()) {
            assertThat(server.snapshot("shop").failure().orElseThrow())
                    .contains(
                            "shop/code/Thing.groovy",
                            "GET",
                            "admin/things is below /admin, which belongs to the server");
        }
    }

    @Test
    void an_invalid_kind_fails_the_package() throws IOException {
        trigger("""
                void start(Invoker invoker) { }
                void stop() { }
                """);
        String source = Files.readString(folder.resolve("shop/code/Ticks.groovy"));
        write(folder, "shop/code/Ticks.groovy", source.replace("'tick'", "'No Word'"));

        try (Server server = server()) {
            assertThat(server.snapshot("shop").failure())
                    .hasValueSatisfying(why -> assertThat(why)
                            .startsWith("shop/code/Ticks.groovy: the kind of a trigger must be a short word"));
        }
    }
}
