package vesper.launcher;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;

/** Locators for tests of the console, by the text that users see. */
final class ConsoleLocators {
    private ConsoleLocators() {}

    static Page.LocatorOptions containing(String text) {
        return new Page.LocatorOptions().setHasText(text);
    }

    static Page.GetByRoleOptions named(String name) {
        return new Page.GetByRoleOptions().setName(name);
    }

    static Page.GetByRoleOptions exactly(String name) {
        return named(name).setExact(true);
    }

    static Locator.GetByRoleOptions inside(String name) {
        return new Locator.GetByRoleOptions().setName(name);
    }

    /** Replaces the contents of an editor. */
    static void type(Locator editor, String text) {
        editor.locator(".cm-content").click();
        editor.page().keyboard().press("Control+a");
        editor.page().keyboard().insertText(text);
    }
}
