@echo off
rem Runs Maven on this project from any folder: mvnw.cmd verify
rem Takes the installed Maven when it is new enough, else fetches the one of .mvn\wrapper\maven-wrapper.properties.
rem Needs a JDK of at least 17, in JAVA_HOME or on the PATH.
setlocal EnableExtensions DisableDelayedExpansion
set "ROOT=%~dp0"
if defined JAVA_HOME set "PATH=%JAVA_HOME%\bin;%PATH%"

where /q java.exe
if errorlevel 1 (
  echo mvnw: no Java found in JAVA_HOME or on the PATH 1>&2
  goto remedy
)
set VERSION=0
for /f "tokens=3" %%V in ('java -version 2^>^&1 ^| findstr /c:" version "') do (
  for /f "tokens=1 delims=." %%M in ("%%~V") do set "VERSION=%%M"
)
if %VERSION% LSS 17 (
  echo mvnw: the Java in JAVA_HOME or on the PATH is Java %VERSION% 1>&2
  goto remedy
)
where /q javac.exe
if errorlevel 1 (
  echo mvnw: the Java in JAVA_HOME or on the PATH has no compiler, it is a JRE 1>&2
  goto remedy
)

set FOUND=0
where /q mvn.cmd
if not errorlevel 1 for /f "tokens=3" %%V in ('mvn.cmd -B --version 2^>nul ^| findstr /c:"Apache Maven"') do (
  for /f "tokens=1-3 delims=.-" %%A in ("%%V") do set /a "FOUND=%%A*1000000+%%B*1000+%%C"
)
set "MAVEN=mvn.cmd"
if %FOUND% GEQ 3008007 goto run
set "MAVEN="
for /f "delims=" %%H in ('java "%ROOT%.mvn\wrapper\FetchMaven.java" "%ROOT%.mvn\wrapper"') do set "MAVEN=%%H\bin\mvn.cmd"
if not defined MAVEN exit /b 1

:run
call "%MAVEN%" -f "%ROOT%pom.xml" %*
exit /b %ERRORLEVEL%

:remedy
echo mvnw: needs a JDK 17 or newer: install one and let JAVA_HOME name its folder 1>&2
exit /b 1
