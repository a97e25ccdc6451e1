package vesper.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class CommandsTest {
    @TempDir
    Path folder;

    @Test
    void help_is_data_and_lists_the_commands() {
        CommandRun help = CommandRun.of("--help");

        assertThat(help.exitCode()).isZero();
        assertThat(help.out()).contains("run", "new", "status", "Examples:").doesNotContain("rehearse", "\u001b");
    }

    @ParameterizedTest
    @EnumSource(value = Subcommand.class, mode = Mode.EXCLUDE, names = "REHEARSE")
    void each_command_has_help_with_examples(Subcommand subcommand) {
        CommandRun help = CommandRun.of(subcommand.text(), "--help");

        assertThat(help.exitCode()).isZero();
        assertThat(help.out()).contains("Examples:", "vesper " + subcommand.text());
    }

    @Test
    void the_version_is_one_line() {
        assertThat(CommandRun.of("--version").out()).matches("vesper \\S+ on Java \\S+\n");
    }

    @Test
    void no_command_at_all_is_a_usage_error() {
        CommandRun run = CommandRun.of();

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("vesper: which command?\nsee vesper --help\n");
    }

    @Test
    void an_unknown_command_gets_the_nearest_one() {
        CommandRun run = CommandRun.of("rnu");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).isEqualTo("vesper: unknown command rnu, did you mean run?\nsee vesper --help\n");
    }

    @Test
    void an_unknown_flag_gets_the_nearest_one() {
        CommandRun run = CommandRun.of("run", "--prot", "9000");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("vesper: unknown option --prot, did you mean --port?\nsee vesper run --help\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--seconds", "--io-threads"})
    void a_number_of_an_experiment_that_is_out_of_range_is_a_usage_error(String flag) {
        CommandRun run = CommandRun.of("bench", "peers", flag, "0");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(" 0 is not in 1 to ").endsWith("see vesper bench peers --help\n");
    }

    @Test
    void too_short_a_warm_up_for_any_server_to_get_stable_is_a_usage_error() {
        CommandRun run = CommandRun.of("bench", "uuid", "--warm-up", "5");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .isEqualTo("vesper: seconds of warm-up 5 is not in 20 to 600\nsee vesper bench uuid --help\n");
    }

    @Test
    void an_unknown_setting_is_a_usage_error_of_one_line() {
        CommandRun run = CommandRun.of("run", "--set", "http.prot=1");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("vesper: flag --set: unknown setting http.prot, did you mean http.port?\n");
    }

    @Test
    void a_bad_value_names_key_value_and_what_is_expected() {
        CommandRun run = CommandRun.of("run", "--port", "http");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .isEqualTo("vesper: flag --port: http.port cannot be \"http\","
                        + " expected a whole number from 0 to 65535\n");
    }

    @Test
    void an_assignment_without_a_value_is_a_usage_error() {
        CommandRun run = CommandRun.of("run", "--set", "http.port");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("vesper: --set http.port is not KEY=VALUE\n");
    }

    @Test
    void a_missing_config_file_is_a_usage_error() {
        CommandRun run = CommandRun.of("run", "--config", folder + "/none.properties");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("vesper: config file " + folder + "/none.properties does not exist\n");
    }

    @Test
    void a_missing_packages_folder_fails_and_says_what_to_do() {
        CommandRun run = CommandRun.of("run", "--packages", folder + "/none", "--data", folder + "/data");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .startsWith(
                        "vesper: packages folder " + folder + "/none does not exist; set another one with --packages");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void a_package_in_the_place_of_the_folder_that_it_is_in_is_a_usage_error_that_names_that_one() throws IOException {
        Path orders = folder.resolve("orders");
        Files.createDirectories(orders.resolve("code"));

        CommandRun run = CommandRun.of("run", "--packages", orders.toString(), "--data", folder + "/data");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .isEqualTo("vesper: flag --packages: packages.path cannot be \"" + orders
                        + "\": this is a package; did you mean its parent folder " + folder + "?\n");
    }

    @Test
    void the_test_of_a_package_that_is_not_named_is_a_usage_error() {
        for (String flag : List.of("--packages", "--config")) {
            CommandRun run = CommandRun.of("test", flag, folder.toString());

            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err()).contains("require --package NAME", "see vesper test --help");
        }
    }

    @Test
    void an_authority_that_cannot_be_read_says_why() {
        CommandRun missing = CommandRun.of("status", "--url", "https://127.0.0.1:1", "--ca", folder + "/nope.pem");
        CommandRun none = CommandRun.of("status", "--url", "https://127.0.0.1:1", "--ca", folder.toString());

        assertThat(missing.err())
                .isEqualTo("vesper: --ca " + folder + "/nope.pem cannot be used: " + folder
                        + "/nope.pem does not exist\n");
        assertThat(none.err()).isEqualTo("vesper: --ca " + folder + " cannot be used: it is a folder\n");
        assertThat(missing.exitCode() + none.exitCode()).isEqualTo(2);
    }

    @Test
    void a_data_folder_that_cannot_be_made_fails() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");

        CommandRun run = CommandRun.of("run", "--packages", folder.toString(), "--data", file.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).startsWith("vesper: data folder " + file + " cannot be created");
    }

    @Test
    void a_port_that_is_taken_fails_and_says_what_to_do() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = String.valueOf(taken.getLocalPort());

            CommandRun run =
                    CommandRun.of("run", "--port", port, "--packages", folder.toString(), "--data", folder + "/data");

            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err())
                    .isEqualTo("vesper: port " + port + " of 127.0.0.1 is used by another program;"
                            + " use --port 0 for any free port, or --port N\n");
        }
    }

    @Test
    void the_settings_are_printed_with_their_origins() {
        CommandRun run = CommandRun.in(
                Map.of("VESPER_HTTP_DRAIN", "3s"),
                "run",
                "--port",
                "9000",
                "--set",
                "admin.token=hush",
                "--print-config");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .containsPattern("(?m)^http.port +9000 +flag --port$")
                .containsPattern("(?m)^http.drain +3s +environment VESPER_HTTP_DRAIN$")
                .containsPattern("(?m)^http.host +127.0.0.1 +default$")
                .doesNotContain("hush");
    }

    @Test
    void the_settings_are_printed_as_json() {
        CommandRun run = CommandRun.of("run", "--print-config", "--json", "--port", "9000");

        assertThat(JsonText.read(run.out()).path("items")).anySatisfy(item -> {
            assertThat(item.path("key").asString()).isEqualTo("http.port");
            assertThat(item.path("value").asString()).isEqualTo("9000");
            assertThat(item.path("origin").asString()).isEqualTo("flag --port");
        });
    }

    @Test
    void a_mistyped_variable_is_a_warning_on_the_standard_error() {
        CommandRun run = CommandRun.in(Map.of("VESPER_HTTP_PROT", "1"), "run", "--print-config");

        assertThat(run.exitCode()).isZero();
        assertThat(run.err())
                .isEqualTo("vesper: environment VESPER_HTTP_PROT is not a setting, did you mean VESPER_HTTP_PORT?\n");
    }

    @Test
    void status_says_so_where_nothing_listens() throws IOException {
        int free = freePort();

        CommandRun run = CommandRun.of("status", "--url", "http://127.0.0.1:" + free);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).startsWith("vesper: nothing listens on http://127.0.0.1:" + free);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    void status_asks_where_the_environment_says_that_run_would_listen() throws IOException {
        int free = freePort();

        CommandRun run = CommandRun.in(Map.of("VESPER_HTTP_PORT", String.valueOf(free)), "status");

        assertThat(run.err()).startsWith("vesper: nothing listens on http://127.0.0.1:" + free + ";");
    }

    @Test
    void status_tells_a_name_that_is_no_host_from_a_port_where_nothing_listens() {
        CommandRun run = CommandRun.of("status", "--url", "http://no-such-host.invalid:8080");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).startsWith("vesper: unknown host no-such-host.invalid");
    }

    @Test
    void an_address_that_is_none_is_a_usage_error() {
        assertThat(CommandRun.of("status", "--url", "localhost").exitCode()).isEqualTo(2);
    }

    @Test
    void a_new_package_is_told_file_by_file() {
        CommandRun run = CommandRun.of("new", "orders", "--packages", folder.toString());

        assertThat(run.exitCode()).isZero();
        assertThat(run.out().lines())
                .isNotEmpty()
                .allSatisfy(line -> assertThat(Path.of(line)).isRegularFile());
        assertThat(run.err()).contains("vesper run --packages " + folder);
    }

    @Test
    void a_package_that_is_there_is_left_alone() throws IOException {
        Files.createDirectory(folder.resolve("orders"));

        CommandRun run = CommandRun.of("new", "orders", "--packages", folder.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("already exists");
    }

    @Test
    void a_name_that_no_package_can_have_is_a_usage_error() {
        assertThat(CommandRun.of("new", "../x", "--packages", folder.toString()).exitCode())
                .isEqualTo(2);
    }

    @Test
    void a_name_that_is_nearly_one_gets_what_was_probably_meant() {
        CommandRun run = CommandRun.of("new", "PurchaseOrders", "--packages", folder.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("did you mean purchase-orders?");
    }

    @Test
    void a_new_package_goes_where_run_serves() throws IOException {
        Map<String, String> environment = Map.of("VESPER_PACKAGES_PATH", folder + "/services");
        assertThat(CommandRun.in(environment, "new", "orders").exitCode()).isZero();
        assertThat(folder.resolve("services/orders")).isDirectory();
        assertThat(CommandRun.in(environment, "test", "--package", "order").err())
                .contains("did you mean orders?");

        Path config = Files.writeString(folder.resolve("my.properties"), "packages.path = " + folder + "/named\n");
        CommandRun named = CommandRun.of("new", "orders", "--config", config.toString());
        assertThat(folder.resolve("named/orders")).isDirectory();
        assertThat(named.err()).contains("vesper run --config " + config);
    }

    @ParameterizedTest
    @ValueSource(strings = {"admin", "api", "health", "metrics", "console"})
    void a_name_of_the_servers_own_paths_is_a_usage_error(String name) {
        CommandRun run = CommandRun.of("new", name, "--packages", folder.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("invalid package name " + name, "the server's own path /" + name);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void advice_on_a_new_package_keeps_what_was_said_and_can_be_pasted() throws IOException {
        Path config = Files.writeString(folder.resolve("my.properties"), "http.port = 9000\n");
        String packages = folder + "/it's mine";

        CommandRun run = CommandRun.of("new", "orders", "--packages", packages, "--config", config.toString());

        String how = " --config " + config + " --packages '" + folder + "/it'\\''s mine'\n";
        assertThat(run.err())
                .contains("  vesper run" + how, "  vesper test --package orders" + how)
                .contains(
                        "  curl http://127.0.0.1:9000/api/orders\n", "created " + packages + "/orders, the first in ");
        assertThat(CommandRun.in(Map.of("VESPER_HTTP_PORT", "0"), "new", "other", "--packages", packages)
                        .err())
                .contains("answers at /api/other")
                .doesNotContain("curl", "the first in");
    }

    @Test
    void a_name_of_a_device_of_Windows_is_a_usage_error() {
        CommandRun run = CommandRun.of("new", "con", "--packages", folder.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("invalid package name con: ", "Windows");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--groovy", "--java"})
    void a_new_package_passes_its_own_test(String language) {
        CommandRun.of("new", "orders", language, "--packages", folder.toString());

        CommandRun run = CommandRun.of("test", "--package", "orders", "--packages", folder.toString());

        assertThat(run.out())
                .as(run.err())
                .contains("passed   OrdersTest.it_greets_by_name\n", "orders: 2 passed, 0 failed");
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void a_test_of_a_package_that_fails_says_where() throws IOException {
        CommandRun.of("new", "orders", "--packages", folder.toString());
        Path test = folder.resolve("orders/test/OrdersTest.groovy");
        Files.writeString(test, Files.readString(test).replace("Hello, Ada!", "Bye, Ada!"));

        CommandRun run = CommandRun.of("test", "--package", "orders", "--packages", folder.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains("FAILED   OrdersTest.it_greets_by_name", "at OrdersTest.groovy:", "1 passed, 1 failed");
    }

    @Test
    void tests_that_do_not_compile_or_are_not_there_fail_and_say_so() throws IOException {
        CommandRun.of("new", "orders", "--packages", folder.toString());
        Files.writeString(folder.resolve("orders/test/OrdersTest.groovy"), "class OrdersTest { int x = }");
        CommandRun broken = CommandRun.of("test", "--package", "orders", "--packages", folder.toString());
        CommandRun missing = CommandRun.of("test", "--package", "order", "--packages", folder.toString());

        assertThat(broken.exitCode()).isEqualTo(1);
        assertThat(broken.out()).contains("test/OrdersTest.groovy:1:", "^");
        assertThat(missing.exitCode()).isEqualTo(1);
        assertThat(missing.err()).contains("there is no package order", "did you mean orders?");
    }

    @Test
    void a_package_that_cannot_be_read_is_not_taken_for_missing_by_its_test() throws IOException {
        CommandRun.of("new", "orders", "--packages", folder.toString());
        CommandRun.of("new", "bills", "--packages", folder.toString());
        Files.writeString(folder.resolve("bills/package.properties"), "depends-on = orders\n");
        Files.writeString(folder.resolve("orders/package.properties"), "colour = red\n");

        assertThat(CommandRun.of("test", "--package", "orders", "--packages", folder.toString())
                        .err())
                .contains(folder.resolve("orders") + " cannot be read: package.properties: ", "colour");
        assertThat(CommandRun.of("test", "--package", "bills", "--packages", folder.toString())
                        .err())
                .contains("it depends on orders, which cannot be read: package.properties: ", "colour");
    }

    @Test
    void a_package_is_tested_by_a_server_of_the_config_file() throws IOException {
        CommandRun.of("new", "orders", "--packages", folder.toString());
        Files.writeString(folder.resolve("orders/test/OrdersTest.groovy"), """
                class OrdersTest {
                    private final URI base
                    OrdersTest(URI base) { this.base = base }
                    @org.junit.jupiter.api.Test void it_has_no_metrics() {
                        assert ((HttpURLConnection) base.resolve('/metrics').toURL().openConnection()).responseCode == 404
                    }
                }
                """);
        Path config = Files.writeString(folder.resolve("my.properties"), "metrics.enabled = false\n");

        CommandRun run = CommandRun.of(
                "test", "--package", "orders", "--config", config.toString(), "--packages", folder.toString());

        assertThat(run.out()).as(run.err()).contains("orders: 1 passed, 0 failed");
    }

    @Test
    void status_asks_the_server_that_the_settings_name() throws IOException {
        Path config = Files.writeString(folder.resolve("my.properties"), "http.host = 0.0.0.0\n");

        CommandRun run = CommandRun.in(Map.of("VESPER_HTTP_PORT", "1"), "status", "--config", config.toString());
        assertThat(run.err()).startsWith("vesper: nothing listens on http://127.0.0.1:1;");

        assertThat(CommandRun.in(Map.of("VESPER_HTTP_PORT", "0"), "status").err())
                .contains("http.port is 0 (environment VESPER_HTTP_PORT)");
        assertThat(CommandRun.in(Map.of("VESPER_HTTP_HOST", "::1"), "status", "--port", "1")
                        .err())
                .contains("http://[::1]:1");
    }

    @Test
    void properties_of_packages_are_shown_and_secret_ones_are_masked() {
        CommandRun run = CommandRun.of(
                "run",
                "--print-config",
                "--set",
                "packages.orders.currency=CHF",
                "--set",
                "packages.orders.db-password=x");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .containsPattern("packages.orders.currency +CHF +flag --set")
                .doesNotContain("password  x");
        assertThat(CommandRun.of("run", "--print-config", "--set", "packages.pth=x")
                        .err())
                .contains("did you mean packages.path?");
    }
}
