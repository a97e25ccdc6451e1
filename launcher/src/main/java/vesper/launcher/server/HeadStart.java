package vesper.launcher.server;

import groovy.lang.GroovySystem;

/**
 * Initializes Groovy on another core while the port is opened. Its registry of methods is one of the longest steps of a
 * start, and nothing needs it before the packages. Code that needs it earlier waits only for the remaining time.
 */
final class HeadStart {
    private HeadStart() {}

    static void start() {
        Thread.ofPlatform().daemon().name("head start").start(GroovySystem::getMetaClassRegistry);
    }
}
